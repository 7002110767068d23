// A shadow has no colour.
void main() {}
