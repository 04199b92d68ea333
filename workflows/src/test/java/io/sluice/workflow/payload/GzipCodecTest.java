package io.sluice.workflow.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.temporal.api.common.v1.Payload;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DataConverterException;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class GzipCodecTest {
  private static final String TOO_LARGE =
      "Cannot read a payload: it unpacks to more than 8 MiB. No worker has sent it: look who may"
          + " send messages to this run in Temporal, then terminate it, and it begins again.";

  private final GzipCodec codec = new GzipCodec();
  private final DataConverter converter = Payloads.converter();

  @Test
  void sevenHundredMebibytesAreNotUnpacked() {
    Payload bomb = PackedPayload.ofMebibytes(700);
    assertThat(bomb.getSerializedSize()).isLessThan(1024 * 1024);
    assertThatThrownBy(() -> converter.fromPayload(bomb, String.class, String.class))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(TOO_LARGE);
  }

  /** A thousandth of what is inflated is read of what is packed. */
  @Test
  void inflatingEndsAtTheLimitAndDoesNotReadOn() {
    byte[] packed = PackedPayload.ofMebibytes(100).getData().toByteArray();
    Counter counter = new Counter(new ByteArrayInputStream(packed));
    assertThatThrownBy(() -> PayloadReader.inflate(counter, PayloadReader.LARGEST))
        .hasMessage(TOO_LARGE);
    assertThat(packed.length).isGreaterThan(90_000);
    assertThat(counter.read).isLessThan(10_000);
  }

  @Test
  void whatIsWithinTheLimitIsRead() {
    assertThat(converter.fromPayload(PackedPayload.ofMebibytes(7), String.class, String.class))
        .isEmpty();
  }

  @Test
  void thePayloadsOfOneMessageCountTogether() {
    io.temporal.api.common.v1.Payloads message =
        io.temporal.api.common.v1.Payloads.newBuilder()
            .addPayloads(PackedPayload.ofMebibytes(5))
            .addPayloads(PackedPayload.ofMebibytes(5))
            .build();
    assertThatThrownBy(
            () -> converter.fromPayloads(0, Optional.of(message), String.class, String.class))
        .hasMessage(TOO_LARGE);
  }

  /** No converter reads gzip, so a message that is packed twice is as one that is no JSON. */
  @Test
  void whatIsPackedTwiceIsUnpackedOnce() {
    Payload twice = PackedPayload.of(PackedPayload.ofMebibytes(700));
    assertThat(codec.decode(List.of(twice)).get(0).getSerializedSize()).isLessThan(1024 * 1024);
    assertThatThrownBy(() -> converter.fromPayload(twice, String.class, String.class))
        .isInstanceOf(DataConverterException.class);
  }

  /** Each of these small entries would be an object of a hundred bytes in memory. */
  @Test
  void aMillionEntriesOfMetadataAreNotParsed() {
    Payload.Builder many = Payload.newBuilder();
    for (int i = 0; i < 20_000; i++) {
      many.putMetadata(Integer.toString(i, 36), ByteString.EMPTY);
    }
    Payload packed = PackedPayload.of(many.build());
    assertThatThrownBy(() -> codec.decode(List.of(packed)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("Cannot read a payload: the gzip content is not a payload.");
  }

  @Test
  void whatIsNoPayloadIsNamed() {
    Stream.of(new byte[] {0x0c}, new byte[] {0x12, 0x7f}, new byte[] {0x07})
        .forEach(
            content ->
                assertThatThrownBy(() -> codec.decode(List.of(PackedPayload.ofBytes(content))))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith(
                        "Cannot read a payload: the gzip content is not a payload."));
    Payload none =
        PackedPayload.json("{}").toBuilder()
            .putMetadata("encoding", ByteString.copyFromUtf8("binary/gzip"))
            .build();
    assertThatThrownBy(() -> codec.decode(List.of(none)))
        .hasMessageStartingWith("Cannot read a payload: it is not gzip.");
  }

  @Test
  void anUnknownEncodingIsNamedInOneShortLine() {
    Payload unknown =
        Payload.newBuilder()
            .putMetadata(
                "encoding", ByteString.copyFromUtf8("binary/\u001b[2J" + "x".repeat(9_999)))
            .build();
    assertThatThrownBy(() -> codec.decode(List.of(unknown)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("Cannot read a payload: its encoding is binary/\ufffd[2Jxxx")
        .hasMessageContaining("x…, which this worker does not know.");
  }

  /** Jackson reads a thousand levels, whatever the stack would bear. */
  @Test
  void jsonThatIsNestedDeeplyIsNoValueAndLeavesTheStackAlone() {
    int levels = 100_000;
    for (String json :
        List.of(
            "[".repeat(levels) + "]".repeat(levels),
            "{\"a\":".repeat(levels) + 1 + "}".repeat(levels))) {
      assertThatThrownBy(
              () -> converter.fromPayload(PackedPayload.json(json), Map.class, Map.class))
          .isInstanceOf(DataConverterException.class);
      assertThatThrownBy(
              () ->
                  converter.fromPayload(
                      PackedPayload.json("{\"unknown\":" + json + "}"), Named.class, Named.class))
          .isInstanceOf(DataConverterException.class)
          .hasStackTraceContaining("nesting depth");
    }
  }

  /** What could not be read again is not written: the sender learns it, and not the reader. */
  @Test
  void whatNoWorkerReadsIsNotWritten() {
    String large = "x".repeat(PayloadReader.LARGEST);
    assertThatThrownBy(() -> converter.toPayload(large))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageMatching(
            "Cannot write payloads: they have \\d+ bytes, and no worker reads more than 8 MiB\\."
                + " Report it, with the number of clusters\\.");
    String readable = large.substring(100);
    assertThat(
            converter.fromPayload(
                converter.toPayload(readable).orElseThrow(), String.class, String.class))
        .isEqualTo(readable);
  }

  private record Named(String name) {}

  /** Counts what is read of a stream. */
  private static final class Counter extends FilterInputStream {
    private long read;

    Counter(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int value = super.read();
      read += value < 0 ? 0 : 1;
      return value;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int count = super.read(bytes, offset, length);
      read += Math.max(0, count);
      return count;
    }
  }
}
