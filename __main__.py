"""`python -m custumal` is `custumal`."""

from custumal.cli import main

if __name__ == "__main__":
    main()
