// The colour of a pixel of a mesh.
in vec3 color;
in vec4 where;
#ifdef TEXTURED
in vec2 texel;
uniform sampler2D image;
#endif
#ifdef PIXEL_LIGHT
in vec3 face;
#endif
uniform float alpha;

layout(location = 0) out vec4 shown;
#ifdef LABELS
flat in uvec2 label;
layout(location = LABELS) out uvec2 labelled;
#endif
#ifdef FLOW
in vec3 before;
layout(location = FLOW) out vec2 moved;
#endif

void main() {
    vec3 result = color;
#ifdef TEXTURED
    result *= texture(image, texel).rgb;
#endif
    vec3 at = where.xyz;
#ifdef PIXEL_LIGHT
    vec3 up = normalize(face);
#ifdef WET
    float puddle = wet.x * smoothstep(0.6, 0.95, up.z);
    result *= 1.0 - 0.45 * puddle;
#endif
#ifdef SHADOW_MAPS
    vec3 light = light_of_suns(up, dot(up, suns[0].xyz) > 0.0 ? sunlit(at, up) : 1.0);
#else
    vec3 light = light_of_suns(up, 1.0);
#endif
#if LAMPS > 0
    light += light_of_lamps(up, at);
#endif
    result *= mix(light, vec3(1.0), where.w);
#ifdef WET
    vec3 ray = normalize(at);
    float grazing = 1.0 - max(-dot(ray, up), 0.0);
    float mirror = puddle * (0.03 + 0.6 * grazing * grazing * grazing * grazing);
    result = mix(result, sky_in(reflect(ray, up)), mirror);
#endif
#endif
#ifdef FOG
    float through = exp(-fog.w * length(at));
    result = mix(fog.rgb, result, mix(through, max(through, 0.25 + 0.75 * through), where.w));
#endif
    shown = vec4(result, alpha);
#ifdef LABELS
    labelled = label;
#endif
#ifdef FLOW
    moved = moved_from(before);
#endif
}
