// tries: to read secrets, to write elsewhere, to see and end other processes, all by Java's own means
// must:  every call fails; it plays on
// expect: held
// off: escapes
import java.nio.file.*;

class Thief extends Zoo {
    @Override void hello() throws Exception {
        for (String key : new String[] {"secret_bot", "secret_ssh", "secret_tmp", "database", "tournament"}) {
            String path = target(key);
            if (!path.isEmpty()) denied(key, () -> Files.readAllBytes(Path.of(path)));
        }
        for (String folder : new String[] {"/etc", "/usr", ".", "/root", "/opt"}) {
            var name = Path.of(folder, "zoo-left-" + target("tag") + "-java");
            denied("a file in " + folder, () -> { Files.writeString(name, "x"); Files.delete(name); return 0; });
        }
        long canary = Long.parseLong(target("canary"));
        if (ProcessHandle.of(canary).isPresent()) escaped("sees a process");
        String secret = target("secret");
        if (System.getenv().values().stream().anyMatch(value -> value.contains(secret))) escaped("the environment");
    }

    public static void main(String[] arguments) throws Exception { new Thief().play(); }
}
