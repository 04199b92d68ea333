package io.sluice.workflow.payload;

import com.google.protobuf.ByteString;
import io.temporal.api.common.v1.Payload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;

/** Packs payloads as a stranger may: nothing here has all of what it packs in memory. */
public final class PackedPayload {
  private static final int BLOCK = 1024 * 1024;

  private PackedPayload() {}

  /** A JSON string of that many MiB, as gzip of a thousandth of its size. */
  public static Payload ofMebibytes(int mebibytes) {
    long size = (long) mebibytes * BLOCK;
    return gzip(
        out -> {
          out.write(
              Payload.newBuilder()
                  .putMetadata("encoding", text("json/plain"))
                  .build()
                  .toByteArray());
          out.write(Payload.DATA_FIELD_NUMBER << 3 | 2);
          for (long left = size; left > 0; left >>>= 7) {
            out.write((int) (left & 0x7f | (left > 0x7f ? 0x80 : 0)));
          }
          byte[] block = " ".repeat(BLOCK).getBytes(StandardCharsets.US_ASCII);
          for (int i = 0; i < mebibytes; i++) {
            if (i == mebibytes - 1) {
              block[BLOCK - 2] = '"';
              block[BLOCK - 1] = '"';
            }
            out.write(block);
          }
        });
  }

  public static Payload of(Payload content) {
    return gzip(content::writeTo);
  }

  public static Payload ofBytes(byte[] content) {
    return gzip(out -> out.write(content));
  }

  public static Payload json(String text) {
    return Payload.newBuilder()
        .putMetadata("encoding", text("json/plain"))
        .setData(text(text))
        .build();
  }

  private static ByteString text(String text) {
    return ByteString.copyFromUtf8(text);
  }

  private static Payload gzip(Content content) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed, BLOCK / 16)) {
      content.write(gzip);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Payload.newBuilder()
        .putMetadata("encoding", text("binary/gzip"))
        .setData(ByteString.copyFrom(packed.toByteArray()))
        .build();
  }

  /** Writes what is packed. */
  private interface Content {
    void write(OutputStream out) throws IOException;
  }
}
