// Imported first, in syntax that old versions of Node understand, so that they can print the error message.
var version = process.versions.node.split(".").map(Number);
var fits = (version[0] === 20 && version[1] >= 19) || (version[0] === 22 && version[1] >= 12) || version[0] > 22;
if (!fits) {
  console.error(
    "Portico needs Node 20.19 or 22.12 and newer, and this is " +
      process.versions.node +
      ". Install a newer one from https://nodejs.org.",
  );
  process.exit(1);
}
