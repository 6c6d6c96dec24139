// tries: nothing; it thinks with parallel streams, an executor, timers, and the heap that Java takes
//        by itself
// must:  it plays to the end
// expect: plays
import java.util.concurrent.*;
import java.util.stream.LongStream;

class HonestThreads extends Zoo {
    private final ExecutorService pool = Executors.newFixedThreadPool(4);

    @Override void go() throws Exception {
        long sum = LongStream.range(0, 1_000_000).parallel().sum();
        var half = pool.submit(() -> LongStream.range(0, 500_000).sum());
        var other = CompletableFuture.supplyAsync(() -> LongStream.range(500_000, 1_000_000).sum());
        if (half.get() + other.get() != sum) System.exit(9);
        System.gc();
    }

    public static void main(String[] arguments) throws Exception { new HonestThreads().play(); }
}
