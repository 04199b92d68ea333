package io.sluice.workflow.payload;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import io.temporal.api.common.v1.Payload;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/**
 * Reads payloads that are packed into others, and never more of them than may be in memory
 * (policy-propagation 16b).
 *
 * <p>Who may send a message to a run in Temporal can send 700 MB as 700 KB, whatever the run does
 * with it. It is in the history then, so each worker that takes the run would die of it in turn.
 */
final class PayloadReader {
  /** The most that payloads of one message take in memory, in bytes. */
  static final int LARGEST = 8 * 1024 * 1024;

  static final String LIMIT = "8 MiB";

  /**
   * The most that is around the data: a million small entries would take a hundred times theirs.
   */
  private static final int LARGEST_METADATA = 64 * 1024;

  private PayloadReader() {}

  /**
   * Inflates gzip and counts what comes out: the size that it declares is not looked at.
   *
   * @param left what may still be read
   * @throws IOException if it is no gzip
   * @throws IllegalStateException if it unpacks to more
   */
  static byte[] inflate(InputStream packed, int left) throws IOException {
    byte[] content;
    try (GZIPInputStream gzip = new GZIPInputStream(packed)) {
      content = gzip.readNBytes(left + 1);
    }
    if (content.length > left) {
      throw new IllegalStateException(
          "Cannot read a payload: it unpacks to more than %s. No worker has sent it: look who may send messages to this run in Temporal, then terminate it, and it begins again."
              .formatted(LIMIT));
    }
    return content;
  }

  /**
   * Parses a payload.
   *
   * @throws InvalidProtocolBufferException if it is none, or has more than 64 KiB of metadata
   */
  static Payload parse(byte[] content) throws IOException {
    CodedInputStream fields = CodedInputStream.newInstance(content);
    int metadata = 0;
    for (int tag = fields.readTag(); tag != 0; tag = fields.readTag()) {
      int start = fields.getTotalBytesRead();
      if (!fields.skipField(tag)) {
        throw new InvalidProtocolBufferException("a group ends that has not begun");
      }
      if (WireFormat.getTagFieldNumber(tag) != Payload.DATA_FIELD_NUMBER) {
        metadata += 1 + fields.getTotalBytesRead() - start;
      }
      if (metadata > LARGEST_METADATA) {
        throw new InvalidProtocolBufferException("it has more than 64 KiB of metadata");
      }
    }
    return Payload.parseFrom(content);
  }
}
