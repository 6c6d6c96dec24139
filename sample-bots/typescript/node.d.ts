// Declares the parts of Node that these files use, so that nothing needs to be installed.
// If you install @types/node, remove this file, and "types" from tsconfig.json.

declare module "node:readline" {
  interface Lines extends AsyncIterable<string> {
    close(): void;
  }
  function createInterface(options: { input: unknown }): Lines;
}

declare const process: {
  stdin: { destroy(): void };
  stdout: { write(text: string): boolean };
};

declare const console: { error(...values: unknown[]): void };

declare const performance: { now(): number };
