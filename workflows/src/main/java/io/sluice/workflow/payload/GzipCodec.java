package io.sluice.workflow.payload;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.temporal.api.common.v1.Payload;
import io.temporal.payload.codec.PayloadCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.zip.GZIPInputStream;
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
  private static final String ENCODING = "encoding";
  private static final ByteString GZIP = ByteString.copyFromUtf8("binary/gzip");
  private static final List<ByteString> PLAIN =
      List.of(
          ByteString.copyFromUtf8("binary/null"),
          ByteString.copyFromUtf8("binary/plain"),
          ByteString.copyFromUtf8("binary/protobuf"));

  @Override
  public List<Payload> encode(List<Payload> payloads) {
    return payloads.stream().map(GzipCodec::encode).toList();
  }

  @Override
  public List<Payload> decode(List<Payload> payloads) {
    return payloads.stream().map(GzipCodec::decode).toList();
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

  private static Payload decode(Payload payload) {
    ByteString encoding = payload.getMetadataOrDefault(ENCODING, ByteString.EMPTY);
    if (encoding.equals(GZIP)) {
      return unpack(payload);
    }
    if (encoding.toStringUtf8().startsWith("binary/") && !PLAIN.contains(encoding)) {
      throw new IllegalStateException(
          "Cannot read a payload: its encoding is %s, which this worker does not know. Start a worker with the codec that wrote it."
              .formatted(encoding.toStringUtf8()));
    }
    return payload;
  }

  private static Payload unpack(Payload payload) {
    try (GZIPInputStream gzip =
        new GZIPInputStream(new ByteArrayInputStream(payload.getData().toByteArray()))) {
      return Payload.parseFrom(gzip.readAllBytes());
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
