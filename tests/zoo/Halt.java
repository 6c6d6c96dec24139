// tries: to end without a word, in its turn, with children that hold its pipes
// must:  it loses as one that left, at the latest when its time is over
// expect: loses exit | loses timeout
class Halt extends Zoo {
    @Override void go() throws Exception {
        try {
            new ProcessBuilder("/bin/sh", "-c", "sleep 600; :", target("tag")).inheritIO().start();
        } catch (java.io.IOException none) { }
        Runtime.getRuntime().halt(0);
    }

    public static void main(String[] arguments) throws Exception { new Halt().play(); }
}
