// The share of the first directional light that comes to a place, by maps of what it meets first.
uniform sampler2DShadow shadow_near;
#if SHADOW_MAPS > 1
uniform sampler2DShadow shadow_far;
#endif

float seen_by(sampler2DShadow map, vec3 at, float texel) {
#if SHADOW_TAPS > 1
    float sum = 0.0;
    for (int n = 0; n < 4; n++) {
        vec2 offset = vec2(n & 1, n >> 1) - 0.5;
        sum += texture(map, vec3(at.xy + offset * texel, at.z));
    }
    return 0.25 * sum;
#else
    return texture(map, at);
#endif
}

vec3 in_map(int n, vec3 at) {
    vec4 from = vec4(at, 1.0);
    return vec3(dot(shadow_x[n], from), dot(shadow_y[n], from), dot(shadow_z[n], from));
}

float sunlit(vec3 at, vec3 up) {
    float away = length(at);
    float share = 1.0;
    if (away < shadow_reach.x) {
        share = seen_by(shadow_near, in_map(0, at + up * shadow_reach.z), 1.0 / SHADOW_SIZE);
#if SHADOW_MAPS > 1
    } else if (away < shadow_reach.y) {
        share = seen_by(shadow_far, in_map(1, at + up * shadow_reach.w), 1.0 / SHADOW_SIZE);
#endif
    }
#if SHADOW_MAPS > 1
    return mix(share, 1.0, smoothstep(0.8 * shadow_reach.y, shadow_reach.y, away));
#else
    return mix(share, 1.0, smoothstep(0.8 * shadow_reach.x, shadow_reach.x, away));
#endif
}
