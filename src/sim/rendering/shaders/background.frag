// The sky where nothing is.
in vec2 corner;
layout(location = 0) out vec4 shown;
#ifdef LABELS
layout(location = LABELS) out uvec2 labelled;
#endif
#ifdef FLOW
layout(location = FLOW) out vec2 moved;
#endif

void main() {
    float right = (corner.x - projection[0].z) / projection[0].x;
    float up = (corner.y - projection[1].z) / projection[1].y;
    vec3 ray = normalize(camera[0].xyz * right + camera[1].xyz * up + camera[2].xyz);
    vec3 color = sky_in(ray);
#ifdef FOG
    color = mix(color, fog.rgb, fog_of_sky(ray));
#endif
    shown = vec4(color, 1.0);
#ifdef LABELS
    labelled = uvec2(SKY, 0u);
#endif
#ifdef FLOW
    moved = moved_from(vec3(dot(old_camera[0].xyz, ray), dot(old_camera[1].xyz, ray), dot(old_camera[2].xyz, ray)));
#endif
}
