package io.sluice.hub.informer;

import com.fasterxml.jackson.core.JsonParser;
import io.sluice.hub.template.WorkContent;
import io.sluice.policy.JsonTree;
import io.sluice.template.work.WorkSpec;
import java.io.IOException;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;

/**
 * Returns one content for the Works of a template on all clusters, which is parsed once; it is
 * forgotten with the last of them.
 */
final class SharedWorks {
  private final Map<WorkText, Known> known = new HashMap<>();
  private final ReferenceQueue<WorkContent> gone = new ReferenceQueue<>();

  private static final class Known extends WeakReference<WorkContent> {
    private final WorkText text;

    Known(WorkText text, WorkContent content, ReferenceQueue<WorkContent> gone) {
      super(content, gone);
      this.text = text;
    }
  }

  /** Returns what a text says. */
  synchronized WorkContent of(WorkText text) throws IOException {
    for (Reference<?> each = gone.poll(); each != null; each = gone.poll()) {
      known.remove(((Known) each).text, each);
    }
    Known found = known.get(text);
    WorkContent content = found == null ? null : found.get();
    if (content == null) {
      content = parse(text);
      known.put(text, new Known(text, content, gone));
    }
    return content;
  }

  private static WorkContent parse(WorkText text) throws IOException {
    try (JsonParser json = ObjectParser.JSON.createParser(text.text())) {
      json.nextToken();
      return new WorkContent(
          new WorkSpec(JsonTree.map(TreeParser.value(json))),
          text.addressed(),
          text.conflictResolution());
    }
  }

  /** Returns of how many contents it knows. */
  synchronized int size() {
    return known.size();
  }
}
