// What is the same for a whole picture. Directions in the world's axes, places from the eye, metres.
layout(std140) uniform Frame {
    vec4 camera[3];      // right, up, forward
    vec4 projection[4];  // clip coordinates from right, up, forward and 1, by rows
    vec4 sky_light;      // from above; from below
    vec4 ground_light;
    vec4 zenith;         // colours of the sky; zenith.w: 1 where there is one
    vec4 horizon;
    vec4 glow;           // colour of the sun's disc; its share
    vec4 sun_place;      // towards the sun
    vec4 fog;            // colour; 1 / m
    vec4 wet;            // share of upward faces that is wet
    vec4 shadow_x[2];    // texture coordinates and depth of each shadow map from a place and 1, by rows
    vec4 shadow_y[2];
    vec4 shadow_z[2];
    vec4 shadow_reach;   // how far each map goes, m; a texel's side in the first, m; in the second
    vec4 suns[8];        // towards each directional light; its colour
    vec4 old_camera[3];  // right, up, forward of the picture before
    vec4 size;           // width and height in pixels
    vec4 lamps[64];      // place and range; colour and kind; axis and cosine of its edge; fading
};
