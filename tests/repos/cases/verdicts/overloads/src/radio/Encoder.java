package radio;

public class Encoder {
    private byte[] encode(int code, String text) {
        return text.getBytes();
    }

    public byte[] encode(String text) {
        return encode(7, text);
    }

    private byte[] forget(int code) {
        return forget(code - 1);
    }
}
