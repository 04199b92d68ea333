package io.sluice.policy;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Limits how many levels of maps and lists an object of the hub may have (policy-propagation 16b),
 * so that whatever walks it may do so by recursion: the API server admits thousands, which overflow
 * the stack.
 *
 * <p>What is deeper is cut off, one level below the last that is allowed: so it is never hashed or
 * rendered, and still shows that the object is too deep.
 */
public final class Nesting {
  /** The most levels, of which the object itself is one. */
  public static final int MOST = 100;

  private static final String REASON = "TooDeep";

  /** The most levels of a part of an object, as its spec. */
  private static final int MOST_OF_PART = MOST - 1;

  private Nesting() {}

  /** Returns the part of an object, or a copy without what is too deep. */
  public static Map<String, Object> limited(Map<String, Object> part) {
    return within(part, MOST_OF_PART) ? part : JsonTree.map(cut(part, MOST_OF_PART));
  }

  /** Returns the problem of a policy that is too deep. */
  public static Optional<Problem> problem(PolicySnapshot policy) {
    return within(policy.spec(), MOST_OF_PART)
        ? Optional.empty()
        : Optional.of(
            new Problem(
                REASON,
                "its content",
                "has more than %d levels of maps and lists in one another".formatted(MOST),
                "Make it flatter"));
  }

  private static boolean within(Object tree, int levels) {
    Collection<?> children = children(tree);
    return children == null
        || levels > 0 && children.stream().allMatch(child -> within(child, levels - 1));
  }

  /** Returns the values in a map or list; null for any other value. */
  private static Collection<?> children(Object tree) {
    return tree instanceof Map<?, ?> map
        ? map.values()
        : tree instanceof Collection<?> list ? list : null;
  }

  private static Object cut(Object tree, int levels) {
    if (tree instanceof Map<?, ?> map) {
      Map<Object, Object> copy = new LinkedHashMap<>();
      if (levels > 0) {
        map.forEach((key, value) -> copy.put(key, cut(value, levels - 1)));
      }
      return copy;
    }
    if (tree instanceof Collection<?> list) {
      return levels == 0 ? List.of() : list.stream().map(value -> cut(value, levels - 1)).toList();
    }
    return tree;
  }
}
