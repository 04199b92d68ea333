package io.sluice.workflow.payload;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.sluice.text.PrintableText;
import io.temporal.api.common.v1.Payload;
import io.temporal.payload.codec.PayloadCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * Compresses payloads of {@value #THRESHOLD} bytes and more; smaller ones stay readable in the UI.
 *
 * <p>An unknown encoding that starts with {@code binary/} is an {@link IllegalStateException}: the
 * workflow task fails visibly until a worker with the codec takes over. A signal that failed to
 * decode in any other way would be dropped.
 */
final class GzipCodec implements PayloadCodec {
  static final int THRESHOLD = 8 * 1024;

  /** What of a name in a payload is shown: strangers write payloads, too. */
  static final int LONGEST_NAME = 64;

  private static final String ENCODING = "encoding";
  private static final ByteString GZIP = ByteString.copyFromUtf8("binary/gzip");
  private static final List<ByteString> PLAIN =
      List.of(
          ByteString.copyFromUtf8("binary/null"),
          ByteString.copyFromUtf8("binary/plain"),
          ByteString.copyFromUtf8("binary/protobuf"));

  /**
   * Compresses payloads.
   *
   * @throws IllegalStateException if they have more together than {@link #decode} reads
   */
  @Override
  public List<Payload> encode(List<Payload> payloads) {
    long size = payloads.stream().mapToLong(Payload::getSerializedSize).sum();
    if (size > PayloadReader.LARGEST) {
      throw new IllegalStateException(
          "Cannot write payloads: they have %d bytes, and no worker reads more than %s. Report it, with the number of clusters."
              .formatted(size, PayloadReader.LIMIT));
    }
    return payloads.stream().map(GzipCodec::encode).toList();
  }

  /**
   * Unpacks payloads, each of them once: what is packed again stays so, and no converter reads it.
   *
   * @throws IllegalStateException if one is no payload of ours, or they unpack to more than {@value
   *     PayloadReader#LIMIT} together
   */
  @Override
  public List<Payload> decode(List<Payload> payloads) {
    List<Payload> decoded = new ArrayList<>(payloads.size());
    int left = PayloadReader.LARGEST;
    for (Payload payload : payloads) {
      Payload read = decode(payload, left);
      // What came plain is as large as Temporal allows, and in memory already.
      left -= read == payload ? 0 : read.getSerializedSize();
      decoded.add(read);
    }
    return decoded;
  }

  private static Payload encode(Payload payload) {
    if (payload.getSerializedSize() < THRESHOLD) {
      return payload;
    }
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(payload.toByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Payload.newBuilder()
        .putMetadata(ENCODING, GZIP)
        .setData(ByteString.copyFrom(packed.toByteArray()))
        .build();
  }

  private static Payload decode(Payload payload, int left) {
    ByteString encoding = payload.getMetadataOrDefault(ENCODING, ByteString.EMPTY);
    if (encoding.equals(GZIP)) {
      return unpack(payload, left);
    }
    if (encoding.toStringUtf8().startsWith("binary/") && !PLAIN.contains(encoding)) {
      throw new IllegalStateException(
          "Cannot read a payload: its encoding is %s, which this worker does not know. Start a worker with the codec that wrote it."
              .formatted(PrintableText.line(encoding.toStringUtf8(), LONGEST_NAME)));
    }
    return payload;
  }

  private static Payload unpack(Payload payload, int left) {
    try {
      return PayloadReader.parse(PayloadReader.inflate(payload.getData().newInput(), left));
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException(
          "Cannot read a payload: the gzip content is not a payload. Start a worker of the version"
              + " that wrote it.",
          e);
    } catch (IOException e) {
      throw new IllegalStateException(
          "Cannot read a payload: it is not gzip. Start a worker of the version that wrote it.", e);
    }
  }
}
