// tries: nothing; its stack overflows in its turn
// must:  it loses by its crash
// expect: loses crash
class Overflow extends Zoo {
    @Override void go() { go(); }

    public static void main(String[] arguments) throws Exception { new Overflow().play(); }
}
