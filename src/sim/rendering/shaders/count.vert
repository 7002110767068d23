// Places a mesh's vertex before the eye, as scene.vert does.
in vec3 place;
in vec4 row_x, row_y, row_z;

void main() {
    vec4 corner = vec4(place, 1.0);
    vec3 at = vec3(dot(row_x, corner), dot(row_y, corner), dot(row_z, corner));
    vec4 seen = vec4(dot(camera[0].xyz, at), dot(camera[1].xyz, at), dot(camera[2].xyz, at), 1.0);
    gl_Position = vec4(dot(projection[0], seen), dot(projection[1], seen), dot(projection[2], seen), seen.z);
}
