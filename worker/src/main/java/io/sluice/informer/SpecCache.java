package io.sluice.informer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.sluice.hub.replica.CachedSpec;
import io.sluice.policy.JsonTree;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Remembers what the specs of replicas say, by their text: thousands of replicas have the same one,
 * which is then parsed and hashed once.
 *
 * <p>The texts that were not met for longest are forgotten first.
 */
final class SpecCache {
  private static final long MOST_BYTES = 4 << 20;
  private static final JsonFactory JSON = new JsonFactory();

  private final Map<ByteBuffer, CachedSpec> known = new LinkedHashMap<>(64, 0.75f, true);
  private long bytes;

  /** Returns what the JSON between these places says. */
  synchronized CachedSpec of(byte[] json, int from, int to) throws IOException {
    ByteBuffer text = ByteBuffer.wrap(json, from, to - from);
    CachedSpec found = known.get(text);
    return found != null ? found : remember(text, parse(text));
  }

  private static CachedSpec parse(ByteBuffer text) throws IOException {
    try (JsonParser json = JSON.createParser(text.array(), text.position(), text.remaining())) {
      json.nextToken();
      return CachedSpec.of(JsonTree.map(TreeParser.value(json)));
    }
  }

  private CachedSpec remember(ByteBuffer text, CachedSpec spec) {
    if (text.remaining() < MOST_BYTES) {
      byte[] copy = new byte[text.remaining()];
      text.duplicate().get(copy);
      known.put(ByteBuffer.wrap(copy), spec);
      bytes += copy.length;
      Iterator<ByteBuffer> oldest = known.keySet().iterator();
      while (bytes > MOST_BYTES) {
        bytes -= oldest.next().capacity();
        oldest.remove();
      }
    }
    return spec;
  }
}
