package io.sluice.hub.informer;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.template.KarmadaKeys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * Holds the text of the spec of a Work, without the namespace that its manifest names: the Works of
 * a template on all clusters have the same one.
 */
final class WorkText {
  private static final int NOWHERE = -1;

  private final byte[] text;

  /** Where the namespace was; {@link #NOWHERE} if the manifest does not name that of its Work. */
  private final int cut;

  private final String conflictResolution;
  private final int checksum;

  private WorkText(byte[] text, int cut, String conflictResolution) {
    this.text = text;
    this.cut = cut;
    this.conflictResolution = conflictResolution;
    CRC32 sum = new CRC32();
    sum.update(text);
    this.checksum = (int) sum.getValue();
  }

  /**
   * Passes over the spec at which the parser stands.
   *
   * @param source the bytes that it parses
   * @param namespace of the Work
   * @param conflictResolution what the Work itself says of it, which is a part of its version
   */
  static WorkText read(JsonParser json, byte[] source, String namespace, String conflictResolution)
      throws IOException {
    int from = (int) json.currentTokenLocation().getByteOffset();
    int named = new Search(json).spec();
    int to = (int) json.currentLocation().getByteOffset();
    byte[] wanted = namespace.getBytes(StandardCharsets.UTF_8);
    int end = named + wanted.length;
    boolean found =
        named != NOWHERE
            && end < to
            && Arrays.equals(source, named, end, wanted, 0, wanted.length)
            && source[end] == '"';
    if (!found) {
      return new WorkText(Arrays.copyOfRange(source, from, to), NOWHERE, conflictResolution);
    }
    byte[] text = new byte[to - from - wanted.length];
    System.arraycopy(source, from, text, 0, named - from);
    System.arraycopy(source, end, text, named - from, to - end);
    return new WorkText(text, named - from, conflictResolution);
  }

  /** Looks for the namespace in the first manifest of a spec. */
  private static final class Search {
    private final JsonParser json;
    private int found = NOWHERE;

    Search(JsonParser json) {
      this.json = json;
    }

    private interface Reader {
      void read() throws IOException;
    }

    /** Returns where the text of the namespace begins. */
    int spec() throws IOException {
      within("workload", JsonToken.START_OBJECT, this::workload);
      return found;
    }

    private void workload() throws IOException {
      within("manifests", JsonToken.START_ARRAY, this::manifests);
    }

    private void manifests() throws IOException {
      boolean first = true;
      for (JsonToken next = json.nextToken();
          next != JsonToken.END_ARRAY;
          next = json.nextToken()) {
        if (first && next == JsonToken.START_OBJECT) {
          within("metadata", JsonToken.START_OBJECT, this::metadata);
        } else {
          json.skipChildren();
        }
        first = false;
      }
    }

    private void metadata() throws IOException {
      within("annotations", JsonToken.START_OBJECT, this::annotations);
    }

    private void annotations() throws IOException {
      within(
          KarmadaKeys.WORK_NAMESPACE,
          JsonToken.VALUE_STRING,
          () -> found = (int) json.currentTokenLocation().getByteOffset() + 1);
    }

    /** Passes over the object at which the parser stands, but for the value of one of its keys. */
    private void within(String wanted, JsonToken token, Reader reader) throws IOException {
      for (String key = json.nextFieldName(); key != null; key = json.nextFieldName()) {
        JsonToken value = json.nextToken();
        if (value == token && key.equals(wanted)) {
          reader.read();
        } else {
          json.skipChildren();
        }
      }
    }
  }

  byte[] text() {
    return text;
  }

  /** Returns whether the namespace was there, and so has to be put back. */
  boolean addressed() {
    return cut != NOWHERE;
  }

  String conflictResolution() {
    return conflictResolution;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof WorkText given
        && checksum == given.checksum
        && cut == given.cut
        && conflictResolution.equals(given.conflictResolution)
        && Arrays.equals(text, given.text);
  }

  @Override
  public int hashCode() {
    return checksum;
  }
}
