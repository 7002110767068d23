// A drop shows the sky above it, upside down.
in float across;
in float strength;
layout(location = 0) out vec4 shown;

void main() {
    vec3 color = 0.55 * horizon.rgb + 0.45 * min(sky_light.rgb * 1.4, vec3(1.0));
    shown = vec4(color, 0.75 * strength * (1.0 - across * across));
}
