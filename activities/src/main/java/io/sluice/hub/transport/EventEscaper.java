package io.sluice.hub.transport;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Writes the characters of watch events that are not ASCII as JSON escapes: {@code ü} becomes
 * {@code &#92;u00fc}.
 *
 * <p>fabric8 decodes each piece of an HTTP watch by itself, and takes the unused rest of its buffer
 * for text as soon as a character has more than one byte: the watch would fail at each such event.
 */
public final class EventEscaper implements Interceptor {

  @Override
  public AsyncBody.Consumer<List<ByteBuffer>> consumer(
      AsyncBody.Consumer<List<ByteBuffer>> consumer, HttpRequest request) {
    if (RequestKind.of(request.method(), request.uri()) != RequestKind.WATCH) {
      return consumer;
    }
    Text text = new Text();
    return new AsyncBody.Consumer<>() {
      @Override
      public void consume(List<ByteBuffer> bytes, AsyncBody body) throws Exception {
        consumer.consume(text.escaped(bytes), body);
      }

      @Override
      public <U> U unwrap(Class<U> target) {
        return consumer.unwrap(target);
      }
    };
  }

  /** Escapes the pieces of one text; a character may begin in one and end in the next. */
  static final class Text {
    private final CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);

    private ByteBuffer begun = ByteBuffer.allocate(0);

    List<ByteBuffer> escaped(List<ByteBuffer> pieces) {
      List<ByteBuffer> escaped = new ArrayList<>(pieces.size());
      for (ByteBuffer piece : pieces) {
        escaped.add(begun.hasRemaining() || !ascii(piece) ? escaped(piece) : piece);
      }
      return escaped;
    }

    private ByteBuffer escaped(ByteBuffer piece) {
      ByteBuffer all = ByteBuffer.allocate(begun.remaining() + piece.remaining());
      all.put(begun).put(piece).flip();
      CharBuffer decoded = CharBuffer.allocate(all.remaining());
      decoder.decode(all, decoded, false);
      begun = all.slice();
      StringBuilder text = new StringBuilder();
      decoded
          .flip()
          .chars()
          .forEach(
              glyph -> text.append(glyph < 0x80 ? String.valueOf((char) glyph) : escape(glyph)));
      return ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.US_ASCII));
    }

    private static String escape(int glyph) {
      return String.format(Locale.ROOT, "\\u%04x", glyph);
    }

    private static boolean ascii(ByteBuffer piece) {
      for (int i = piece.position(); i < piece.limit(); i++) {
        if (piece.get(i) < 0) {
          return false;
        }
      }
      return true;
    }
  }
}
