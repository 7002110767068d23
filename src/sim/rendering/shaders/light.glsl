// Light that falls on a face: from sky and ground, from directional lights, from lamps.
vec3 light_of_suns(vec3 up, float lit) {
    vec3 light = mix(ground_light.rgb, sky_light.rgb, 0.5 + 0.5 * up.z);
    for (int n = 0; n < SUNS; n++)
        light += suns[2 * n + 1].rgb * max(dot(up, suns[2 * n].xyz), 0.0) * (n == 0 ? lit : 1.0);
    return light;
}

#if LAMPS > 0
vec3 light_of_lamps(vec3 up, vec3 at) {
    vec3 light = vec3(0.0);
    for (int n = 0; n < LAMPS; n++) {
        vec4 place = lamps[4 * n], shade = lamps[4 * n + 1], axis = lamps[4 * n + 2], fade = lamps[4 * n + 3];
        vec3 way = place.xyz - at;
        float away = length(way);
        way /= away;
        float along = -dot(way, axis.xyz);
        float cone = along > axis.w ? pow(max(along, 1e-6), fade.w) : 0.0;
        if (shade.w > 0.5)  // a soft edge
            cone *= smoothstep(axis.w, axis.w + 0.25 * (1.0 - axis.w), along);
        float share = cone / (fade.x + away * (fade.y + away * fade.z));
        share *= 1.0 - smoothstep(0.9 * place.w, place.w, away);
        light += shade.rgb * share * max(dot(up, way), 0.0);
    }
    return light;
}
#endif
