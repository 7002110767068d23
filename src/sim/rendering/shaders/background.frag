// The sky where nothing is.
in vec2 corner;
layout(location = 0) out vec4 shown;

void main() {
    float right = (corner.x - projection[0].z) / projection[0].x;
    float up = (corner.y - projection[1].z) / projection[1].y;
    vec3 ray = normalize(camera[0].xyz * right + camera[1].xyz * up + camera[2].xyz);
    vec3 color = sky_in(ray);
#ifdef FOG
    color = mix(color, fog.rgb, fog_of_sky(ray));
#endif
    shown = vec4(color, 1.0);
}
