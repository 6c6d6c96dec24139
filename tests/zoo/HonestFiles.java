// tries: nothing; it keeps a table in a temporary file, where Java puts it
// must:  it plays to the end
// expect: plays
// needs: scratch
import java.nio.file.*;

class HonestFiles extends Zoo {
    private Path table;

    @Override void hello() throws Exception {
        table = Files.createTempFile("table", ".bin");
        Files.write(table, new byte[4 << 20]);
    }

    @Override void go() throws Exception {
        if (Files.size(table) != 4 << 20) System.exit(9);
    }

    public static void main(String[] arguments) throws Exception { new HonestFiles().play(); }
}
