package io.sluice.hub.transport;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/**
 * Passes JSON on with every character outside ASCII escaped.
 *
 * <p>The HTTP watch of fabric8 7.8.0 decodes each piece of an answer by itself, and reads its
 * decoder's array beyond the end: one umlaut in an object breaks its watch. The escapes mean the
 * same, since JSON has other characters in strings only.
 */
final class AsciiBody<T> implements BodySubscriber<T> {
  private final BodySubscriber<T> reader;
  private final CharsetDecoder decoder =
      UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPLACE)
          .onUnmappableCharacter(CodingErrorAction.REPLACE);

  /** The first bytes of a character whose last ones are in the next piece. */
  private byte[] begun = {};

  AsciiBody(BodySubscriber<T> reader) {
    this.reader = reader;
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    reader.onSubscribe(subscription);
  }

  @Override
  public void onNext(List<ByteBuffer> part) {
    reader.onNext(part.stream().map(this::escaped).toList());
  }

  private ByteBuffer escaped(ByteBuffer piece) {
    if (begun.length == 0 && ascii(piece)) {
      return piece;
    }
    ByteBuffer bytes = ByteBuffer.allocate(begun.length + piece.remaining()).put(begun).put(piece);
    CharBuffer decoded = CharBuffer.allocate(bytes.flip().remaining());
    decoder.decode(bytes, decoded, false);
    begun = new byte[bytes.remaining()];
    bytes.get(begun);
    StringBuilder json = new StringBuilder(decoded.flip().remaining());
    for (int i = 0; i < decoded.length(); i++) {
      char character = decoded.charAt(i);
      if (character < 128) {
        json.append(character);
      } else {
        json.append("\\u%04x".formatted((int) character));
      }
    }
    return ByteBuffer.wrap(json.toString().getBytes(US_ASCII));
  }

  private static boolean ascii(ByteBuffer piece) {
    int end = piece.limit();
    for (int i = piece.position(); i < end; i++) {
      if (piece.get(i) < 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void onError(Throwable failure) {
    reader.onError(failure);
  }

  @Override
  public void onComplete() {
    reader.onComplete();
  }

  @Override
  public CompletionStage<T> getBody() {
    return reader.getBody();
  }
}
