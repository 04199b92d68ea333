package io.sluice.hub.informer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.RootOutline;
import io.sluice.hub.client.RootText;
import io.sluice.policy.JsonTree;
import io.sluice.policy.admission.ContentSize;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Reads the spec of a root policy token by token, so that its tree exists only while it is used.
 */
final class RootTextReader {
  private static final JsonFactory JSON = new JsonFactory();

  /** Whatever names a policy set has this value. */
  private static final byte[] SET = "\"PolicySet\"".getBytes(StandardCharsets.US_ASCII);

  private static final byte[] TEMPLATE = "\"objectDefinition\"".getBytes(StandardCharsets.US_ASCII);

  private RootTextReader() {}

  /**
   * Reads a spec.
   *
   * @param meta the metadata of its policy
   */
  static RootText read(byte[] spec, ObjectMeta meta) throws IOException {
    long others =
        HubObjects.size(Objects.requireNonNullElse(meta.getLabels(), Map.of()))
            + HubObjects.size(Objects.requireNonNullElse(meta.getAnnotations(), Map.of()));
    // The API server escapes letters that Sluice does not: its text is hardly ever the shorter one.
    long bytes = others + spec.length;
    return new RootText(
        outline(spec),
        Optional.of(spec),
        occurrences(TEMPLATE, spec),
        occurrences(SET, spec) > 0,
        ContentSize.fits(bytes) ? bytes : others + HubObjects.sizeOfText(spec));
  }

  private static byte[] outline(byte[] spec) throws IOException {
    ByteArrayOutputStream outline = new ByteArrayOutputStream(64);
    try (JsonParser json = JSON.createParser(spec);
        JsonGenerator written = JSON.createGenerator(outline)) {
      json.nextToken();
      written.writeStartObject();
      for (String field = json.nextFieldName(); field != null; field = json.nextFieldName()) {
        json.nextToken();
        if (RootOutline.FIELDS.contains(field)) {
          write(field, json, written);
        } else {
          json.skipChildren();
        }
      }
      written.writeEndObject();
    }
    return outline.toByteArray();
  }

  private static void write(String field, JsonParser json, JsonGenerator written)
      throws IOException {
    ByteArrayOutputStream value = new ByteArrayOutputStream(64);
    try (JsonGenerator copy = JSON.createGenerator(value)) {
      copy.copyCurrentStructure(json);
    }
    if (value.size() <= RootOutline.MOST_BYTES) {
      written.writeFieldName(field);
      written.writeRawValue(value.toString(StandardCharsets.UTF_8));
    }
  }

  private static int occurrences(byte[] wanted, byte[] text) {
    int found = 0;
    for (int at = 0; at + wanted.length <= text.length; at++) {
      int same = 0;
      while (same < wanted.length && text[at + same] == wanted[same]) {
        same++;
      }
      found += same == wanted.length ? 1 : 0;
    }
    return found;
  }

  /** Parses a spec that was read before. */
  static Map<String, Object> parse(byte[] spec) {
    try (JsonParser json = JSON.createParser(spec)) {
      json.nextToken();
      return JsonTree.map(TreeParser.limited(json));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot parse a spec that was read before", e);
    }
  }
}
