package io.sluice.tools.manifest;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Knows in which line of its file each field of a tree stands. */
final class FieldLines {
  private final Map<Object, int[]> lines;
  private final Object root;

  private FieldLines(Map<Object, int[]> lines, Object root) {
    this.lines = requireNonNull(lines, "lines is null");
    this.root = requireNonNull(root, "root is null");
  }

  /** Creates one for a tree of no file. */
  static FieldLines none() {
    return new FieldLines(Map.of(), Map.of());
  }

  /** Collects the lines of a file while its trees are built. */
  static final class Builder {
    private final Map<Object, int[]> lines = new IdentityHashMap<>();

    /**
     * Notes where the entries of a map or a list begin.
     *
     * @param entries in the order of the entries, counted from one
     */
    void add(Object container, List<Integer> entries) {
      lines.put(container, entries.stream().mapToInt(Integer::intValue).toArray());
    }

    /** Returns the lines of one tree. */
    FieldLines of(Object root) {
      return new FieldLines(lines, root);
    }
  }

  /**
   * Returns the line of a field, or of the innermost one around it that is there.
   *
   * @param path as in messages: {@code spec.policy-templates[0].objectDefinition}
   * @param otherwise the line if none of the path is there
   */
  int of(String path, int otherwise) {
    Object at = root;
    String rest = path;
    int line = otherwise;
    while (!rest.isEmpty() && lines.containsKey(at)) {
      Step step = at instanceof Map<?, ?> map ? Step.in(map, rest) : Step.in((List<?>) at, rest);
      int[] entries = lines.get(at);
      if (step.index() < 0 || step.index() >= entries.length) {
        return line;
      }
      line = entries[step.index()];
      at = step.value();
      rest = step.rest();
    }
    return line;
  }

  /**
   * Is the way into one entry.
   *
   * @param index negative where there is no such entry
   */
  private record Step(int index, Object value, String rest) {
    private static final Step NONE = new Step(-1, "", "");

    /**
     * Keys may have dots themselves: the longest one that fits is meant, or the one in brackets.
     */
    static Step in(Map<?, ?> map, String path) {
      if (path.startsWith("[") && path.indexOf(']') > 0) {
        int end = path.indexOf(']');
        return in(map, path.substring(1, end) + path.substring(end + 1));
      }
      Step found = NONE;
      int longest = -1;
      int index = 0;
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        String key = String.valueOf(entry.getKey());
        if (key.length() > longest && path.startsWith(key) && ends(path, key.length())) {
          longest = key.length();
          String rest = path.substring(key.length());
          found =
              new Step(index, entry.getValue(), rest.startsWith(".") ? rest.substring(1) : rest);
        }
        index++;
      }
      return found;
    }

    private static boolean ends(String path, int at) {
      return path.length() == at || path.charAt(at) == '.' || path.charAt(at) == '[';
    }

    static Step in(Collection<?> list, String path) {
      int end = path.indexOf(']');
      if (!path.startsWith("[") || end < 2 || !path.substring(1, end).matches("\\d{1,9}")) {
        return NONE;
      }
      int index = Integer.parseInt(path.substring(1, end));
      if (index >= list.size()) {
        return NONE;
      }
      Iterator<?> entries = list.iterator();
      for (int i = 0; i < index; i++) {
        entries.next();
      }
      String rest = path.substring(end + 1);
      return new Step(index, entries.next(), rest.startsWith(".") ? rest.substring(1) : rest);
    }
  }
}
