// tries: to read secrets, to write elsewhere, to signal others, all by Node's own means
// must:  every call fails; it plays on
// expect: held
// off: escapes
const fs = require("fs");
const os = require("os");
const { denied, escaped, play, target } = require("./zoo");

async function hello() {
  for (const key of ["secret_bot", "secret_ssh", "secret_tmp", "database", "tournament"])
    if (target(key)) await denied(key, () => fs.readFileSync(target(key)));
  for (const folder of ["/etc", "/usr", "/var/tmp", ".", "/root"])
    await denied(`a file in ${folder}`, () => {
      const name = `${folder}/zoo-left-${target("tag")}-js`;
      fs.writeFileSync(name, "x");
      fs.unlinkSync(name);
      if (folder === "/var/tmp") throw new Error("may be its own");
    });
  await denied("a signal", () => process.kill(+target("canary"), "SIGURG"));
  await denied("uid 0", () => process.getuid() && process.setuid(0));
  if (process.getuid() === 0) escaped("it is root");
  if (Object.values(process.env).some((value) => value.includes(target("secret")))) escaped("the environment");
  try {
    if (os.getPriority() === 0) os.setPriority(-5), escaped("a better priority");
  } catch {}
}

play({ hello });
