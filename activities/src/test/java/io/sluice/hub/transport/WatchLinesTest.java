package io.sluice.hub.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WatchLinesTest {
  private static final String LINE = "{\"a\":\"Grüße … 😀\"}";

  private final WatchLines lines = new WatchLines();
  private final Collector reader = new Collector();
  private final BodySubscriber<Void> body = lines.split(reader);

  private void arrives(String... pieces) {
    body.onNext(Stream.of(pieces).map(piece -> ByteBuffer.wrap(piece.getBytes(UTF_8))).toList());
  }

  private String taken(String reference) {
    return new String(lines.take(reference.getBytes(UTF_8)).orElseThrow(), UTF_8);
  }

  @Test
  void eachLineIsKeptUnderItsReference() {
    arrives(LINE + "\n{}\n" + LINE + "\n");
    assertThat(reader.texts()).hasSize(3).allMatch(text -> text.startsWith("@"));
    assertThat(reader.texts().stream().map(this::taken)).containsExactly(LINE, "{}", LINE);
  }

  @Test
  void aLineThatArrivesByteByByteIsWhole() {
    for (byte piece : (LINE + "\n").getBytes(UTF_8)) {
      body.onNext(List.of(ByteBuffer.wrap(new byte[] {piece})));
    }
    assertThat(reader.texts()).hasSize(1);
    assertThat(taken(reader.texts().get(0))).isEqualTo(LINE);
  }

  @Test
  void aLineInPiecesIsWholeWhateverItsLength() {
    String large = "{\"rows\":\"" + "x".repeat(200_000) + "\"}";
    arrives(large.substring(0, 70_000), large.substring(70_000) + "\n{}", "\n" + large + "\n[");
    arrives("]\n");
    assertThat(reader.texts().stream().map(this::taken)).containsExactly(large, "{}", large, "[]");
  }

  @Test
  void aTextThatIsNoReferenceStandsForItself() {
    assertThat(lines.take(LINE.getBytes(UTF_8))).isEmpty();
    assertThat(lines.take(new byte[0])).isEmpty();
  }

  @Test
  void aLineIsTakenOnce() {
    arrives(LINE + "\n");
    String reference = reader.texts().get(0);
    taken(reference);
    assertThatThrownBy(() -> taken(reference)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void linesOutliveTheEndOfTheirWatch() {
    arrives(LINE + "\n");
    body.onComplete();
    assertThat(taken(reader.texts().get(0))).isEqualTo(LINE);
  }

  @Test
  void watchesThatEndedLongAgoAreForgotten() {
    arrives(LINE + "\n");
    body.onComplete();
    for (int i = 0; i < 64; i++) {
      BodySubscriber<Void> next = lines.split(new Collector());
      next.onSubscribe(new None());
      next.onError(new IllegalStateException("lost"));
    }
    assertThatThrownBy(() -> taken(reader.texts().get(0)))
        .isInstanceOf(IllegalStateException.class);
  }

  private record None() implements Subscription {
    @Override
    public void request(long items) {}

    @Override
    public void cancel() {}
  }

  private static final class Collector implements BodySubscriber<Void> {
    private final StringBuilder arrived = new StringBuilder();

    private List<String> texts() {
      return new ArrayList<>(arrived.toString().lines().toList());
    }

    @Override
    public void onNext(List<ByteBuffer> part) {
      part.forEach(piece -> arrived.append(UTF_8.decode(piece)));
    }

    @Override
    public void onSubscribe(Subscription subscription) {}

    @Override
    public void onError(Throwable failure) {}

    @Override
    public void onComplete() {}

    @Override
    public CompletionStage<Void> getBody() {
      return null;
    }
  }
}
