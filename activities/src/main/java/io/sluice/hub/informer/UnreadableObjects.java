package io.sluice.hub.informer;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Remembers which objects of one kind cannot be read, and names each in the log once. */
final class UnreadableObjects {
  private static final Logger LOG = LoggerFactory.getLogger(UnreadableObjects.class);

  private final String resource;

  /** Why each cannot be read, by its key. */
  private final Map<String, String> reasons = new ConcurrentHashMap<>();

  UnreadableObjects(String resource) {
    this.resource = resource;
  }

  /** Adds the object of that text, or that of an event, and returns what it is called. */
  UnreadableObject add(byte[] text, Throwable why) {
    UnreadableObject object = UnreadableObject.of(text);
    String reason = reason(why);
    if (!reason.equals(reasons.put(object.key(), reason))) {
      LOG.warn(
          "Cannot read {} of {}: {}. It counts as it was before; correct or delete it.",
          object.key().equals(UnreadableObject.NO_NAME) ? "an object" : object.key(),
          resource,
          reason);
    }
    return object;
  }

  private static String reason(Throwable why) {
    if (why instanceof StackOverflowError) {
      return "it is nested too deeply";
    }
    return why instanceof JsonProcessingException json
        ? json.getOriginalMessage()
        : String.valueOf(why.getMessage());
  }

  /** Removes one that was read, or is gone. */
  void remove(String key) {
    reasons.remove(key);
  }

  /** Removes all that are not among these. */
  void keepOnly(Set<String> keys) {
    reasons.keySet().retainAll(keys);
  }

  int number() {
    return reasons.size();
  }
}
