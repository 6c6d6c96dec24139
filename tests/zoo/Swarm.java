// tries: threads and children without an end
// must:  it gets no more than its limit; it plays on or is ended
// expect: held | loses crash | loses memory | loses timeout
// off: escapes
class Swarm extends Zoo {
    @Override void go() throws Exception {
        if (turn != 1) return;
        int most = 2 * Integer.parseInt(target("processes")), count = 0;
        try {
            for (; count < most; count++) {
                var thread = new Thread(null, () -> { try { Thread.sleep(600); } catch (InterruptedException over) { } }, "bee", 1 << 16);
                thread.setDaemon(true);
                thread.start();
            }
        } catch (Throwable enough) { }
        if (count == most) escaped(count + " threads");
        Thread.sleep(700);
    }

    public static void main(String[] arguments) throws Exception { new Swarm().play(); }
}
