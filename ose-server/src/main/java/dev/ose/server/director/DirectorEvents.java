package dev.ose.server.director;

/** Receives whether Cloud Director answers, each time; keeps for operators what changes. Does not block. */
public interface DirectorEvents {

    /** It gave a usable answer. */
    void answered();

    /**
     * It gave none.
     *
     * @param why a clause that names neither logins nor tokens
     */
    void unreachable(String why);
}
