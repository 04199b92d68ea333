package io.sluice.policy;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.AbstractList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * Holds the last reports of a spoke on one template: an element of {@code status.details}.
 *
 * @param history newest first
 */
public record TemplateReport(String template, Optional<Compliance> compliant, List<Entry> history) {
  public TemplateReport {
    requireNonNull(template, "template is null");
    requireNonNull(compliant, "compliant is null");
    history = History.of(history);
  }

  /** Holds one report, identified by the name of its event. */
  public record Entry(String eventName, Instant lastTimestamp) {
    public Entry {
      requireNonNull(eventName, "eventName is null");
      requireNonNull(lastTimestamp, "lastTimestamp is null");
    }
  }

  /**
   * Keeps entries as bytes: there are ten on each template of each replica of a fleet, of names
   * that differ in their last digits.
   */
  private static final class History extends AbstractList<Entry> {
    private static final int FIXED = 2 * Short.BYTES + Long.BYTES + Integer.BYTES;
    private static final int LONGEST = 0xFFFF;

    /** Of each entry: how much of the name before it begins with, the rest, the time. */
    private final byte[] bytes;

    private final int size;

    private History(byte[] bytes, int size) {
      this.bytes = bytes;
      this.size = size;
    }

    /**
     * Names that have more than Latin letters, or very many, as no spoke's have, are kept as such.
     */
    static List<Entry> of(List<Entry> entries) {
      if (entries instanceof History) {
        return entries;
      }
      if (!entries.stream().allMatch(History::narrow)) {
        return List.copyOf(entries);
      }
      int length = 0;
      String former = "";
      for (Entry entry : entries) {
        length += FIXED + entry.eventName().length() - common(former, entry.eventName());
        former = entry.eventName();
      }
      ByteBuffer bytes = ByteBuffer.allocate(length);
      former = "";
      for (Entry entry : entries) {
        String name = entry.eventName();
        int common = common(former, name);
        bytes.putShort((short) common).putShort((short) (name.length() - common));
        bytes.put(name.substring(common).getBytes(StandardCharsets.ISO_8859_1));
        bytes.putLong(entry.lastTimestamp().getEpochSecond());
        bytes.putInt(entry.lastTimestamp().getNano());
        former = name;
      }
      return new History(bytes.array(), entries.size());
    }

    private static boolean narrow(Entry entry) {
      String name = entry.eventName();
      return name.length() <= LONGEST && name.chars().allMatch(each -> each <= 0xFF);
    }

    private static int common(String one, String other) {
      int most = Math.min(one.length(), other.length());
      int at = 0;
      while (at < most && one.charAt(at) == other.charAt(at)) {
        at++;
      }
      return at;
    }

    @Override
    public Entry get(int index) {
      if (index < 0 || index >= size) {
        throw new IndexOutOfBoundsException(index);
      }
      Iterator<Entry> entries = iterator();
      for (int each = 0; each < index; each++) {
        entries.next();
      }
      return entries.next();
    }

    @Override
    public int size() {
      return size;
    }

    @Override
    public Iterator<Entry> iterator() {
      ByteBuffer left = ByteBuffer.wrap(bytes);
      return new Iterator<>() {
        private String name = "";

        @Override
        public boolean hasNext() {
          return left.hasRemaining();
        }

        @Override
        public Entry next() {
          if (!left.hasRemaining()) {
            throw new NoSuchElementException();
          }
          int common = Short.toUnsignedInt(left.getShort());
          byte[] rest = new byte[Short.toUnsignedInt(left.getShort())];
          left.get(rest);
          name = name.substring(0, common) + new String(rest, StandardCharsets.ISO_8859_1);
          return new Entry(name, Instant.ofEpochSecond(left.getLong(), left.getInt()));
        }
      };
    }
  }
}
