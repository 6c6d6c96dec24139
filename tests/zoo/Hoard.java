// tries: memory outside of the heap, far beyond its limit, and then a heap as large as it goes
// must:  it gets no more than its limit, or is killed for it
// expect: held | loses memory
// off: escapes
import java.nio.ByteBuffer;
import java.util.ArrayList;

class Hoard extends Zoo {
    @Override void go() throws Exception {
        if (turn != 1) return;
        var blocks = new ArrayList<Object>();
        int most = Integer.parseInt(target("memory_mib")) * 3 / 2;
        try {
            for (int sum = 0; sum < most; sum += 32) {
                var block = sum % 64 == 0 ? ByteBuffer.allocateDirect(32 << 20) : ByteBuffer.allocate(32 << 20);
                for (int i = 0; i < block.capacity(); i += 4096) block.put(i, (byte) 1);
                blocks.add(block);
            }
            Thread.sleep(300);
            escaped(most + " MiB");
        } catch (OutOfMemoryError enough) {
            blocks.clear();
        }
    }

    public static void main(String[] arguments) throws Exception { new Hoard().play(); }
}
