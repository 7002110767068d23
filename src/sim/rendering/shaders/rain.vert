// Streaks of falling drops: two triangles each, as wide as a drop or a pixel.
uniform vec3 box;
uniform vec3 offset;     // of the eye in the box
uniform vec3 streak;     // what a drop falls while the shutter is open
uniform uint seed;

out float across;
out float strength;

const float WIDTH = 0.003;
const float NEAREST = 0.35;

uint mixed(uint value) {
    value = value * 747796405u + 2891336453u;
    value = ((value >> ((value >> 28u) + 4u)) ^ value) * 277803737u;
    return (value >> 22u) ^ value;
}

vec4 clip_of(vec3 at) {
    vec4 seen = vec4(dot(camera[0].xyz, at), dot(camera[1].xyz, at), dot(camera[2].xyz, at), 1.0);
    return vec4(dot(projection[0], seen), dot(projection[1], seen), dot(projection[2], seen), seen.z);
}

void main() {
    uint drop = uint(gl_VertexID) / 6u, corner = uint(gl_VertexID) % 6u;
    uint first = mixed(drop ^ mixed(seed)), second = mixed(first + 1u), third = mixed(second + 1u);
    vec3 place = vec3(first >> 8u, second >> 8u, third >> 8u) / 16777216.0;
    vec3 at = mod(place * box - offset, box) - 0.5 * box;
    vec4 low = clip_of(at + streak), high = clip_of(at);
    across = corner == 0u || corner == 3u || corner == 5u ? -1.0 : 1.0;
    bool upper = corner == 2u || corner == 4u || corner == 5u;
    if (min(low.w, high.w) < NEAREST) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        strength = 0.0;
        return;
    }
    vec2 way = (high.xy / high.w - low.xy / low.w) * size.xy;
    vec2 side = normalize(vec2(-way.y, way.x) + vec2(1e-6, 0.0));
    float pixels = WIDTH * projection[0].x * 0.5 * size.x / high.w;
    vec4 end = upper ? high : low;
    end.xy += across * max(pixels, 1.0) * side / size.xy * end.w;
    gl_Position = end;
    // What is less wide than a pixel covers a part of it; at the edges of the box drops fade.
    vec3 rim = abs(at) / (0.5 * box);
    float far = max(rim.x, max(rim.y, rim.z));
    strength = min(pixels, 1.0) * (1.0 - smoothstep(0.8, 1.0, far));
}
