// How far the pixel is from where what it shows was in the picture before, to the right and down.
vec2 moved_from(vec3 before) {
    if (before.z <= 0.0)
        return vec2(uintBitsToFloat(0x7fc00000u));
    vec4 then = vec4(before, 1.0);
    vec2 clip = vec2(dot(projection[0], then), dot(projection[1], then)) / before.z;
    return gl_FragCoord.xy - (vec2(clip.x, -clip.y) * 0.5 + 0.5) * size.xy;
}
