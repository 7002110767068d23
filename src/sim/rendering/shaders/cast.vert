// Places a mesh's vertex before the light whose shadows are wanted.
in vec3 place;
in vec4 row_x, row_y, row_z;
uniform mat4 light;

void main() {
    vec4 corner = vec4(place, 1.0);
    gl_Position = light * vec4(dot(row_x, corner), dot(row_y, corner), dot(row_z, corner), 1.0);
}
