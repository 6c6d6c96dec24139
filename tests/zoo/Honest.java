// tries: nothing; it plays
// must:  it plays to the end
// expect: plays
class Honest extends Zoo {
    public static void main(String[] arguments) throws Exception { new Honest().play(); }
}
