// tries: nothing; it lets a child think and reads its answer
// must:  it plays to the end
// expect: plays
class HonestChildren extends Zoo {
    @Override void go() throws Exception {
        var engine = new ProcessBuilder("/bin/sh", "-c", "read word; echo $word").start();
        try (var to = engine.outputWriter()) { to.write("engine\n"); }
        if (!engine.inputReader().readLine().equals("engine") || engine.waitFor() != 0) System.exit(9);
    }

    public static void main(String[] arguments) throws Exception { new HonestChildren().play(); }
}
