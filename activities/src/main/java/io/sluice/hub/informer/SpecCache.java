package io.sluice.hub.informer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.sluice.hub.replica.CachedSpec;
import io.sluice.policy.JsonTree;
import java.io.IOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * Remembers what the specs of replicas say, by their text: thousands of replicas have the same one,
 * which is then parsed and hashed once.
 *
 * <p>The texts that were not met for longest are forgotten first.
 */
final class SpecCache {
  private static final long MOST_BYTES = 4 << 20;
  private static final JsonFactory JSON = new JsonFactory();

  private final Map<Text, CachedSpec> known = new LinkedHashMap<>(64, 0.75f, true);
  private long bytes;

  /** Returns what the JSON between these two offsets says. */
  synchronized CachedSpec of(byte[] json, int from, int to) throws IOException {
    Text text = new Text(json, from, to);
    CachedSpec found = known.get(text);
    return found != null ? found : remember(text, parse(text));
  }

  private static CachedSpec parse(Text text) throws IOException {
    try (JsonParser json = JSON.createParser(text.bytes, text.from, text.length())) {
      json.nextToken();
      return CachedSpec.of(JsonTree.map(TreeParser.limited(json)));
    }
  }

  private CachedSpec remember(Text text, CachedSpec spec) {
    if (text.length() < MOST_BYTES) {
      known.put(text.copy(), spec);
      bytes += text.length();
      Iterator<Text> oldest = known.keySet().iterator();
      while (bytes > MOST_BYTES) {
        bytes -= oldest.next().length();
        oldest.remove();
      }
    }
    return spec;
  }

  /** A range of bytes; its checksum is far cheaper than a hash that is computed byte by byte. */
  private static final class Text {
    private final byte[] bytes;
    private final int from;
    private final int to;
    private final int hash;

    Text(byte[] bytes, int from, int to) {
      this.bytes = bytes;
      this.from = from;
      this.to = to;
      CRC32 checksum = new CRC32();
      checksum.update(bytes, from, to - from);
      this.hash = (int) checksum.getValue();
    }

    int length() {
      return to - from;
    }

    /** Returns a copy that does not keep the bytes around it in memory. */
    Text copy() {
      return new Text(Arrays.copyOfRange(bytes, from, to), 0, length());
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Text text
          && hash == text.hash
          && Arrays.equals(bytes, from, to, text.bytes, text.from, text.to);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }
}
