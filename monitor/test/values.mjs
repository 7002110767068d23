// What the page makes of values that users write: prints JSON.
import { build } from "esbuild";

const { outputFiles } = await build({ entryPoints: ["src/complete.ts"], bundle: true, write: false, format: "esm" });
const { complete, empty } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);

const list = (type, more = {}) => ({ name: "values", type, isArray: true, ...more });
const made = (value, field) => {
  try {
    return complete(value, field, [], "values");
  } catch (error) {
    return error.message;
  }
};
const found = {
  integers: made([0, 255], list("uint8")),
  large: made([1, 300], list("uint8")),
  negative: made([-1], list("uint32")),
  least: made([-128, 127], list("int8")),
  long: made([5], list("int64")),
  times: made([2.3, -0.25, { sec: 4 }], list("duration")),
  fewer: made([1], list("float64", { arrayLength: 2 })),
  empty: ["bool", "string", "time", "float64"].map((type) => empty(list(type, { arrayLength: 2 }), [])),
};
console.log(JSON.stringify(found, (_, one) => (typeof one === "bigint" ? `${one}n` : one)));
