// Places a mesh's vertex before the eye.
in vec3 place;
in vec3 normal;
in vec2 coordinate;
in vec4 paint;
in vec4 row_x, row_y, row_z;
in vec4 tint;
in uvec2 ids;

#ifdef FLOW
in vec4 old_x, old_y, old_z;
out vec3 before;  // right, up and forward at the picture before
#endif
#ifdef LABELS
flat out uvec2 label;
#endif

out vec3 color;
out vec4 where;  // from the eye in the world's axes; the share of its own light
#ifdef TEXTURED
out vec2 texel;
#endif
#ifdef PIXEL_LIGHT
out vec3 face;
#endif

void main() {
    vec4 corner = vec4(place, 1.0);
    vec3 at = vec3(dot(row_x, corner), dot(row_y, corner), dot(row_z, corner));
    vec4 seen = vec4(dot(camera[0].xyz, at), dot(camera[1].xyz, at), dot(camera[2].xyz, at), 1.0);
    gl_Position = vec4(dot(projection[0], seen), dot(projection[1], seen), dot(projection[2], seen), seen.z);
#ifdef FLOW
    vec3 then = vec3(dot(old_x, corner), dot(old_y, corner), dot(old_z, corner));
    before = vec3(dot(old_camera[0].xyz, then), dot(old_camera[1].xyz, then), dot(old_camera[2].xyz, then));
#endif
#ifdef LABELS
    label = uvec2(uint(paint.a * 255.0 + 0.5), ids.x);
#endif
    vec3 up = vec3(dot(row_x.xyz, normal), dot(row_y.xyz, normal), dot(row_z.xyz, normal));
    float own = float(ids.y & 1u);
    color = paint.rgb * tint.rgb;
    where = vec4(at, own);
#ifdef TEXTURED
    texel = coordinate;
#endif
#ifdef PIXEL_LIGHT
    face = up;
#else
    color *= mix(light_of_suns(up, 1.0), vec3(1.0), own);
#endif
}
