// How much of the sky fog hides: a layer as deep as 300 m.
float fog_of_sky(vec3 ray) {
    return 1.0 - exp(-fog.w * 300.0 / max(ray.z, 0.01));
}
