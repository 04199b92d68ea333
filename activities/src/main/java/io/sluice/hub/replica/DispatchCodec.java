package io.sluice.hub.replica;

import io.sluice.hub.client.HubJson;
import io.sluice.policy.Dispatch;
import java.util.Map;
import java.util.Optional;

/**
 * Writes a dispatch into the annotation of its replica and reads it again (policy-propagation 4.1).
 *
 * <p>A missing or foreign annotation is no error: which version a replica carries is settled by its
 * content.
 */
final class DispatchCodec {
  private DispatchCodec() {}

  static Optional<Dispatch> read(Map<String, String> annotations) {
    return Optional.ofNullable(annotations.get(Dispatch.ANNOTATION))
        .flatMap(text -> HubJson.read(text, Dispatch.class));
  }

  static String write(Dispatch dispatch) {
    return HubJson.write(dispatch);
  }
}
