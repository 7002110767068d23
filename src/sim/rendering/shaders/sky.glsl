// The sky's colour in a direction.
vec3 sky_in(vec3 direction) {
    float height = max(direction.z, 0.0);
    vec3 color = mix(horizon.rgb, zenith.rgb, 1.0 - pow(1.0 - height, 3.0));
    float towards = max(dot(direction, sun_place.xyz), 0.0);
    float disc = smoothstep(0.99990, 0.99996, towards);
    float halo = 0.35 * pow(towards, 64.0) + 0.4 * pow(towards, 1024.0);
    return mix(color, glow.rgb, glow.w * min(disc + halo, 1.0));
}
