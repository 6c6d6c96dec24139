// tries: nothing; it holds a table of 160 MiB in the heap that Java takes by itself
// must:  it plays to the end
// expect: plays
class HonestMemory extends Zoo {
    private final byte[][] table = new byte[160][1 << 20];

    @Override void go() { for (byte[] row : table) java.util.Arrays.fill(row, (byte) turn); }

    public static void main(String[] arguments) throws Exception { new HonestMemory().play(); }
}
